"""Run by Alembic: applies the migrations on the connection from `upgrading`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
