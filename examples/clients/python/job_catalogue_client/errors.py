"""What a request may raise."""

from .interface import Problem


class CatalogueError(Exception):
    """An answer that is an error, or none within the time (`status` is None)."""

    def __init__(
        self,
        message: str,
        status: int | None = None,
        problem: Problem | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        #: What the catalogue says of it (RFC 9457); `errors` names each parameter that is wrong.
        self.problem = problem
        #: How many seconds the catalogue asked to wait.
        self.retry_after = retry_after


class CatalogueRestored(CatalogueError):
    """The catalogue went back to an earlier state or is another one, and a copy may have what it lacks: fill it again."""


class UnexpectedAnswer(CatalogueError):
    """An answer that is not as documented, or never ends. Nothing of it should be stored."""
