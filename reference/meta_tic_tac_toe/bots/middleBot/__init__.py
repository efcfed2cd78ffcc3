"""Centre, then corners, then edges."""
