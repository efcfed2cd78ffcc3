#coding:L1
import zlib,sys
exec(zlib.decompress(bytes('UP‹G1w(:©Ê¶³û=•¶µÿ#fX¶Å¶º—úïÛî*Âž>Ï¯#%A_ÃF÷ÝÌS~‹ ßl_àÆùh„›·ä#²×Æ:0!Of½°Òo·´¡LIFï¥¿§J¤æ÷vœú†) WXUÕÝÉéÕGUAY~c…›‰G…›¤\ê>‚Wxv}ys{~wW7IÄ`VƒAÈ–Úâ$¤”^ÇÎ¢§=öìÄOª–ªåªTý‡üGí„XRäÏžE±òxkCÞ‰ÐL(–kQ)±Dûýá9d@+Ð1/”+‘6çl÷XîÔö°2üŽ"èO4Ù¯p\r~ÇS¿÷>ŽÞ›{“7?‡dFå/ã#Îš‰°Ü+B1þ','L1'),-9))