"""Reading the boards that a program of Mu Torere draws, however it draws them."""
