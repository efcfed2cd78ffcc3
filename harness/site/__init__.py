"""`golfproof site`: one page to look at, which needs no other file and no network.

data/       what is shown, as plain values: a module for each section
templates/  the page, by Jinja2;  scripts/  what moves on it, a file for each thing
page        puts them together;  command  the command
"""
