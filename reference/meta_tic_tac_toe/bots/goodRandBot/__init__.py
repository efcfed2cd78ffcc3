"""Any legal move, all equally likely."""
