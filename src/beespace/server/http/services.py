"""Gives routes the services they use: `Annotated[Games, provided(Games)]`.

The application registers each service by its class when it starts (see `app.build`).
"""

from __future__ import annotations

from typing import Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

_Service = TypeVar("_Service")


class Services:
    """The services of a running application, by class."""

    def __init__(self) -> None:
        self._services: dict[type[Any], Any] = {}

    def add(self, *services: object) -> None:
        """Register services under their classes."""
        for service in services:
            self._services[type(service)] = service

    def __getitem__(self, kind: type[_Service]) -> _Service:
        service: _Service = self._services[kind]
        return service


def provided(kind: type[_Service]) -> Any:
    """Return the dependency that gives a route or socket the service of a class."""

    # Not a plain function: FastAPI would run it in a thread.
    async def find(connection: HTTPConnection) -> _Service:
        services: Services = connection.app.state.services
        return services[kind]

    return Depends(find)
