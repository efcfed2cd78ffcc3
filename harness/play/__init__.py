"""`golfproof play`: the three games drawn in place on a terminal.

games      what can be done in any game: move, take back, hint, change sides, begin again
mu_torere  menace  meta_tic_tac_toe     the three games, without a terminal
programs   a golfed script or any command as the other side, in its session
board      a board on the screen, played by keys and mouse
app        the menu and the screen of a game;  training  boxes  the screens of MENACE
command    the command, and plain text where nothing can be drawn
"""
