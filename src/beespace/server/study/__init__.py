"""Analysis, studies and reviews: what the server does for those who look closely at games."""
