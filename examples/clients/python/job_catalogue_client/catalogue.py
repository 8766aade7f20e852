"""The operations of a catalogue."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypedDict, Unpack, cast

from .checks import (
    PAGE,
    check_changes,
    check_job,
    check_jobs,
    check_list,
    check_number,
    check_object,
    check_search,
)
from .connection import Answer, Connection, Notice, warn
from .errors import CatalogueError, CatalogueRestored
from .interface import (
    ActiveAtsCountQuery,
    ActiveAtsQuery,
    Change,
    ExpiredAtsQuery,
    Job,
    JobsQuery,
    JobWithStatus,
    ModifiedAtsQuery,
    ModifiedJob,
    Organization,
    Stats,
)

Country = Literal["CA", "US"]
Description = Literal["none", "text", "html", "both"]


class Checkpoint(TypedDict):
    """Where a copy of a country stands. Store it in the transaction that stores the jobs; it is plain JSON."""

    country: Country
    #: The last number of the change log that is in the copy.
    since: int
    generation: str
    #: Whether the copy has all that the catalogue had in this generation.
    is_level: bool


class Catalogue:
    """A catalogue and its operations.

    Each one waits as long as the catalogue asks it to (429, 503), asks again after an answer that did not arrive, and
    raises `CatalogueError` when `patience` seconds have passed or the request is wrong, and `UnexpectedAnswer` when the
    answer is not as documented. What is iterated over is asked
    for page by page: stop iterating, and no further page is asked for or billed. What the catalogue says beside an
    answer, such as a word that no job has, is a warning unless `on_notice` takes it.
    """

    def __init__(
        self, address: str, key: str, *, patience: float = 900, on_notice: Callable[[Notice], None] = warn
    ) -> None:
        self._connection = Connection(address, key, patience, on_notice)

    def jobs(self, **query: Unpack[JobsQuery]) -> Iterator[JobWithStatus]:
        """The active jobs of a country that match, newest first. `limit` is the size of a page."""
        for page in self._pages(dict(query)):
            yield from page.body["jobs"]

    def job(self, id: int) -> JobWithStatus | None:
        """A job, also one that has left; None when there is none with this id."""
        try:
            job = self._connection.get(f"/v1/jobs/{id}").body
            check_job("/v1/jobs/{id}", "the body", job)
            return cast(JobWithStatus, job)
        except CatalogueError as error:
            if error.status == 404:
                return None
            raise

    def active_ats(self, generation: str | None = None, **query: Unpack[ActiveAtsQuery]) -> Iterator[Job]:
        """The jobs that were collected in the time frame. Raises `CatalogueRestored` when an answer is not of `generation`."""
        return self._walk("/v1/active-ats", dict(query), generation)

    def active_ats_count(self, **query: Unpack[ActiveAtsCountQuery]) -> int:
        """How many jobs `active_ats` has."""
        path = "/v1/active-ats-count"
        body = self._connection.get(path, dict(query)).body
        check_object(path, "the body", body)
        check_number(path, "count", body.get("count"))
        return cast(int, body["count"])

    def modified_ats(self, generation: str | None = None, **query: Unpack[ModifiedAtsQuery]) -> Iterator[ModifiedJob]:
        """The jobs that changed. Raises as `active_ats` does."""
        return self._walk("/v1/modified-ats", dict(query), generation)

    def expired_ats(self, **query: Unpack[ExpiredAtsQuery]) -> list[int]:
        """The ids of jobs that left in the time frame."""
        path = "/v1/expired-ats"
        ids = self._connection.get(path, dict(query)).body
        check_list(path, "the body", ids)
        for at, id in enumerate(ids):
            check_number(path, f"[{at}]", id)
        return cast(list[int], ids)

    def organizations(self, country: list[Country] | None = None) -> list[Organization]:
        """The employers."""
        path = "/v1/ats-organizations"
        organizations = self._connection.get(path, {"country": country}).body
        check_list(path, "the body", organizations)
        return cast(list[Organization], organizations)

    def stats(self, country: Country) -> Stats:
        stats = self._connection.get("/v1/stats", {"country": country}).body
        check_object("/v1/stats", "the body", stats)
        return cast(Stats, stats)

    def generation(self) -> str:
        """The number of the catalogue's generation, to store with a copy that is made with the feeds."""
        return self._connection.get("/v1/stats").generation

    def snapshot(
        self, country: Country, *, description: Description = "none", source_fields: bool = True
    ) -> Iterator[tuple[list[JobWithStatus], Checkpoint]]:
        """All active jobs of a country, in pages.

        Store them in a copy beside the one in use, and put it in its place, with the checkpoint of its pages, after the
        last one. Raises `CatalogueRestored`: begin again.
        """
        # The end of the change log first: what changes while the jobs are read is read from there afterwards.
        start = self._connection.get("/v1/changes", {"country": country, "limit": 1})
        check_changes("/v1/changes", start.body, limit=1, country=country, since=0)
        checkpoint: Checkpoint = {
            "country": country,
            "since": start.body["latest_seq"],
            "generation": start.generation,
            "is_level": False,
        }
        content = {"description": description, "source_fields": source_fields}
        for page in self._pages({**content, "country": country, "limit": PAGE}):
            same_generation(start.generation, page.generation)
            yield page.body["jobs"], checkpoint

    def changes(
        self, checkpoint: Checkpoint, *, description: Description = "none", source_fields: bool = True
    ) -> Iterator[tuple[list[Change], Checkpoint]]:
        """The events after a checkpoint, in pages, until there are no more.

        Store each page with its checkpoint. Raises `CatalogueRestored` when the copy may have what the catalogue lost:
        fill it again with `snapshot`.
        """
        content = {"description": description, "source_fields": source_fields, "limit": PAGE}
        more = True
        while more:
            country, since = checkpoint["country"], checkpoint["since"]
            page = self._connection.get("/v1/changes", {**content, "country": country, "since": since})
            check_changes("/v1/changes", page.body, limit=PAGE, country=country, since=since)
            # An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
            if not checkpoint["is_level"]:
                same_generation(checkpoint["generation"], page.generation)
            more = page.body["more"]
            checkpoint = {
                "country": country,
                "since": page.body["next_since"],
                "generation": page.generation,
                "is_level": not more,
            }
            yield page.body["events"], checkpoint

    def _pages(self, query: dict[str, Any]) -> Iterator[Answer]:
        cursor: str | None = query.pop("cursor", None)
        cursors: set[str] = set()
        while True:
            page = self._connection.get("/v1/jobs", {**query, "cursor": cursor})
            check_search("/v1/jobs", page.body, query.get("limit", PAGE), query.get("country"), cursors)
            yield page
            cursor = page.body["next_cursor"]
            if cursor is None:
                return

    def _walk(self, path: str, query: dict[str, Any], generation: str | None) -> Iterator[Any]:
        """The jobs of a feed. Its cursor is the last id of a page; a page that is not full is the last one."""
        cursor = 0
        while True:
            page = self._connection.get(path, {**query, "limit": PAGE, "cursor": cursor})
            check_jobs(path, "the body", page.body, PAGE)
            generation = same_generation(generation, page.generation)
            yield from page.body
            if len(page.body) < PAGE:
                return
            last: int = page.body[-1]["id"]
            check_number(path, "the last id", last, cursor + 1)
            cursor = last


def same_generation(known: str | None, generation: str) -> str:
    """The generation of an answer. Raises unless it is the one that is known."""
    if known is None or known == generation:
        return generation
    raise CatalogueRestored(f"the catalogue is of generation {generation}, the copy of {known}: fill it again")
