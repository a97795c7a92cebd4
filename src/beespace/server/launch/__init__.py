"""From the command line to a running server: settings, data folder, logs, uvicorn."""
