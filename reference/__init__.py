"""The games themselves: rules, solved values, drawings, players. Drives no other program."""
