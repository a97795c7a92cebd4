"""Analysis, studies and game reviews."""
