"""A physical MENACE on paper: box labels, bead key, index, rules, lesson and score sheet."""
