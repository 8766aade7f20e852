"""Requests that are sent until they are answered."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from .interface import Problem

ANSWER_LIMIT_S = 120


class Notice(TypedDict):
    """Something that the catalogue says beside an answer, such as a word that no job has."""

    parameter: str
    detail: str


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


@dataclass
class Answer:
    body: Any
    #: Of the catalogue that answered.
    generation: str


def warn(notice: Notice) -> None:
    warnings.warn(f"{notice['parameter']}: {notice['detail']}", stacklevel=2)


class Connection:
    def __init__(self, address: str, key: str, patience: float, on_notice: Callable[[Notice], None]) -> None:
        self._address = address.rstrip("/")
        self._key = key
        self._patience = patience
        self._on_notice = on_notice

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Answer:
        """Asks until there is an answer, or `patience` seconds have passed."""
        deadline = time.monotonic() + self._patience
        pause = 1.0
        while True:
            try:
                return self._ask(f"{self._address}{path}?{query_string(query or {})}")
            except CatalogueError as error:
                may_pass = error.status is None or error.status == 429 or error.status >= 500
                wait = pause if error.retry_after is None else error.retry_after
                if not may_pass or time.monotonic() + wait > deadline:
                    raise
            time.sleep(wait)
            pause = min(2 * pause, 60)

    def _ask(self, url: str) -> Answer:
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {self._key}"})
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_LIMIT_S) as response:
                body = json.load(response)
                for notice in json.loads(response.headers.get("X-Notices", "[]")):
                    self._on_notice(notice)
                return Answer(body, response.headers.get("X-Catalogue-Generation", ""))
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise CatalogueError(f"no whole answer from {self._address}: {error}") from error


def refusal(error: urllib.error.HTTPError) -> CatalogueError:
    text = error.read().decode(errors="replace")
    is_problem = error.headers.get_content_type() == "application/problem+json"
    problem: Problem | None = json.loads(text) if is_problem else None
    message = f"the catalogue answered {error.code}: {problem['detail'] if problem else text[:200]}"
    retry_after = error.headers.get("Retry-After")
    # A checkpoint that was lost, or that is of another catalogue.
    is_restored = problem is not None and any(each["parameter"] == "since" for each in problem.get("errors", []))
    kind = CatalogueRestored if is_restored else CatalogueError
    return kind(message, error.code, problem, None if retry_after is None else float(retry_after))


def query_string(query: Mapping[str, Any]) -> str:
    """A list is sent as several parameters; None is not sent."""
    sent = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    return urllib.parse.urlencode({name: value for name, value in sent.items() if value is not None}, doseq=True)
