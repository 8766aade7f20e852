"""Requests that are sent until they are answered."""

import http.client
import json
import math
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from .checks import check_list, expect
from .errors import CatalogueError, CatalogueRestored, UnexpectedAnswer
from .interface import Problem

ANSWER_LIMIT_S = 120
#: Of an answer: 1000 jobs of 64 kB.
MAX_BYTES = 64_000_000
MAX_ERROR_BYTES = 100_000
SHORTEST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 3600.0


class Notice(TypedDict):
    """Something that the catalogue says beside an answer, such as a word that no job has."""

    parameter: str
    detail: str


@dataclass
class Answer:
    body: Any
    #: Of the catalogue that answered.
    generation: str


def warn(notice: Notice) -> None:
    warnings.warn(f"{notice['parameter']}: {notice['detail']}", stacklevel=2)


class SameHost(urllib.request.HTTPRedirectHandler):
    """Refuses redirects to other hosts, which would get the key."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        old, new = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        is_upgrade = (old.scheme, new.scheme, old.hostname) == ("http", "https", new.hostname)
        is_same = is_upgrade or (old.scheme, old.netloc) == (new.scheme, new.netloc)
        expect(old.path, is_same, "the redirect", f"the host {old.netloc}", new.netloc)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


opener = urllib.request.build_opener(SameHost)


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
                is_wrong = isinstance(error, UnexpectedAnswer)
                may_pass = not is_wrong and (error.status is None or error.status == 429 or error.status >= 500)
                wait = pause if error.retry_after is None else error.retry_after
                if not may_pass or time.monotonic() + wait > deadline:
                    raise
            time.sleep(wait)
            pause = min(2 * pause, 60)

    def _ask(self, url: str) -> Answer:
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {self._key}"})
        try:
            with opener.open(request, timeout=ANSWER_LIMIT_S) as response:
                path = urllib.parse.urlsplit(url).path
                text = response.read(MAX_BYTES + 1)
                expect(path, len(text) <= MAX_BYTES, "the body", f"at most {MAX_BYTES} bytes", "more")
                body = parse(path, text)
                for notice in notices_of(path, response.headers.get("X-Notices", "[]")):
                    self._on_notice(notice)
                return Answer(body, response.headers.get("X-Catalogue-Generation", ""))
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise CatalogueError(f"no whole answer from {self._address}: {error}") from error


def parse(path: str, text: bytes | str) -> Any:
    try:
        return json.loads(text, parse_float=finite, parse_constant=finite)
    except RecursionError:
        raise UnexpectedAnswer(f"{path}: the answer is not as documented: it is nested too deep") from None


def finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def notices_of(path: str, text: str) -> list[Notice]:
    try:
        notices: list[Notice] = parse(path, text)
    except ValueError:
        raise UnexpectedAnswer(f"{path}: the answer is not as documented: X-Notices: expected JSON") from None
    check_list(path, "X-Notices", notices)
    for notice in notices:
        is_notice = isinstance(notice, dict) and all(isinstance(notice.get(name), str) for name in ("parameter", "detail"))
        expect(path, is_notice, "X-Notices", "a list of notices", notice)
    return notices


def refusal(error: urllib.error.HTTPError) -> CatalogueError:
    text = error.read(MAX_ERROR_BYTES).decode(errors="replace")
    problem = problem_of(error, text)
    message = f"the catalogue answered {error.code}: {problem['detail'] if problem else text[:200]}"
    # A checkpoint that was lost, or that is of another catalogue.
    is_restored = problem is not None and any(each["parameter"] == "since" for each in problem.get("errors", []))
    kind = CatalogueRestored if is_restored else CatalogueError
    return kind(message, error.code, problem, pause_of(error.headers.get("Retry-After")))


def problem_of(error: urllib.error.HTTPError, text: str) -> Problem | None:
    """None when the body is not one that the client can read."""
    if error.headers.get_content_type() != "application/problem+json":
        return None
    try:
        problem = parse("the problem", text)
    except (ValueError, UnexpectedAnswer):
        return None
    if not isinstance(problem, dict) or not isinstance(problem.get("detail"), str):
        return None
    errors = problem.get("errors", [])
    is_list = isinstance(errors, list) and all(isinstance(each, dict) and "parameter" in each for each in errors)
    return cast(Problem, problem) if is_list else None


def pause_of(text: str | None) -> float | None:
    """How long the catalogue asks to wait; None when it does not say."""
    try:
        return None if text is None else min(max(finite(text), SHORTEST_PAUSE_S), LONGEST_PAUSE_S)
    except ValueError:
        return None


def query_string(query: Mapping[str, Any]) -> str:
    """A list is sent as several parameters; None is not sent."""
    sent = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    return urllib.parse.urlencode({name: value for name, value in sent.items() if value is not None}, doseq=True)
