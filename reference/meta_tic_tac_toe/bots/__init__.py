"""The four bots of the challenge's own result; each opens nothing but its own folder."""
