"""What the page shows, as values that JSON can hold."""
