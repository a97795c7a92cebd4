"""How the database came to be what it is, one step a module; Alembic walks them."""
