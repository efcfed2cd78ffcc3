"""`golfproof play`: the three games drawn in place on a terminal.

games      what can be done in any game: move, take back, hint, change sides, begin again
mu_torere  menace  meta_tic_tac_toe     the three games, without a terminal
programs   a golfed script or any command as the other side, in its session
own        from the words that a person types to the game against that program
board      a board on the screen, played by keys and mouse
app        the application;  menu  what can be played;  game_screen  a game
training  boxes  help     the other screens;  background  threads that nobody waits for
command    the command;  plain  plain_menu  plain text where nothing can be drawn
"""
