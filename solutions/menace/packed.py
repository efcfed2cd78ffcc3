#coding:L1
import zlib
exec(zlib.decompress(bytes('9OÆ v~KSèáw÷€âà®qq"$ßõÒ{¥`Œÿ]ÐhLÜœx<g/úÓp¾ž°cöe UÑ®i$.)©„ÕjËXîƒ¢Ñv¯§6#>ÇÇb‰îÜSûÌV÷1åz™¼œÆ«?Ì0O‹K¸oïèµ3=àÝzÛÃHeqé&sK‚Ìcœ=‹šúkƒ³¡QQ7þ{@ÓâÍ#É@¥²R©‘n˜¢ðOoÛ©©ðÏ*ªÞ¹“®~Œd¢•·ÙQXƒgÉB%ftÄŒó‹#4äš—p?À+nOøV‹Š[±Fø›FZánZp$˜eRQþ¿´ ™äOÖ¨ôOÕ€OÑ½hÝŸ*q#Çãaè­7òœµRJXQå–•2~ß_$ûZ7)ûtH„Ín’Põ‹áè','L1'),-9))