"""Reading the boards and boxes that a MENACE prints, in whatever format."""
