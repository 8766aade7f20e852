#!/usr/bin/env python3
"""Keeps a copy of a catalogue in step, in SQLite:

    CATALOGUE_KEY=jc_... python3 mirror.py --from http://127.0.0.1:3000 --into jobs.sqlite

The same as `bun run mirror`, with the same flags and with Python's standard library alone."""
import argparse, http.client, json, math, os, sqlite3, sys, time, urllib.error, urllib.parse, urllib.request

parser = argparse.ArgumentParser(description="Keeps a copy of a catalogue in step, in SQLite.")
parser.add_argument("--from", dest="address", required=True, help="the catalogue, such as https://jobs.example")
parser.add_argument("--into", dest="file", required=True, help="a file of SQLite")
parser.add_argument("--country", choices=["CA", "US"], help="only this country; both otherwise")
parser.add_argument("--description", choices=["none", "text", "html", "both"], default="text", help="of the copy (text)")
parser.add_argument("--every", type=float, default=10, metavar="SECONDS", help="how often it asks for changes (10)")
parser.add_argument("--once", action="store_true", help="end when the copy is up to date")
parser.add_argument("--refill", action="store_true", help="fill the copy again")
options = parser.parse_args()
address, file = options.address.rstrip("/").removesuffix("/v1"), options.file
if "@" in urllib.parse.urlsplit(address).netloc:
    sys.exit("--from: expected an address without a user and password")
if not os.environ.get("CATALOGUE_KEY"):
    sys.exit("set CATALOGUE_KEY to an API key of the catalogue")


class RefillNeeded(Exception):
    """The catalogue does not know this `since` or `cursor`: the copy must be filled again."""


MAX_BYTES = 64_000_000


def printable(text):
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(text)[:1000])


def expect(path, is_right, member, expected, got=None):
    """The catalogue is not trusted: an answer that is not as documented ends the program, and nothing of it is stored."""
    if not is_right:
        found = "" if got is None else f", got {printable(repr(got)[:60])}"
        sys.exit(f"{path}: the answer is not as documented: {member}: expected {expected}{found}")


class SameHost(urllib.request.HTTPRedirectHandler):
    """Other hosts would get the key."""

    def redirect_request(self, request, body, code, message, headers, url):
        old, new = urllib.parse.urlsplit(request.full_url), urllib.parse.urlsplit(url)
        is_upgrade = (old.scheme, new.scheme, old.hostname) == ("http", "https", new.hostname)
        is_same = is_upgrade or (old.scheme, old.netloc) == (new.scheme, new.netloc)
        expect(old.path, is_same, "the redirect", f"the host {old.netloc}", new.netloc)
        return super().redirect_request(request, body, code, message, headers, url)


def finite(text):
    if not math.isfinite(number := float(text)):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def parse(body):
    return json.loads(body, parse_float=finite, parse_constant=finite)


opener = urllib.request.build_opener(SameHost)


def detail_of(body, headers):
    try:
        return printable(parse(body)["detail"] if headers.get_content_subtype() == "problem+json" else body[:200])
    except (ValueError, TypeError, LookupError, RecursionError):
        return printable(body[:200])


def pause_of(headers):
    try:
        return min(max(finite(headers.get("Retry-After", "5")), 1), 3600)
    except ValueError:
        return 5


def get(path, **query):
    request = urllib.request.Request(f"{address}{path}?{urllib.parse.urlencode(query)}")
    request.add_header("Authorization", f"Bearer {os.environ['CATALOGUE_KEY']}")
    while True:
        try:
            with opener.open(request, timeout=120) as response:
                body = response.read(MAX_BYTES + 1)
                expect(path, len(body) <= MAX_BYTES, "the body", f"at most {MAX_BYTES} bytes")
                return parse(body), response.headers["X-Catalogue-Generation"]
        except urllib.error.HTTPError as error:
            detail = detail_of(error.read(100_000).decode(errors="replace"), error.headers)
            if error.code == 400 and query.keys() & {"since", "cursor"}:
                raise RefillNeeded(detail)
            if error.code not in (429, 503):
                sys.exit(f"the catalogue answered {error.code}: {detail}")
            time.sleep(pause_of(error.headers))
        except RecursionError:
            expect(path, False, "the body", "less nesting")
        except (OSError, ValueError, http.client.HTTPException) as error:
            sys.exit(printable(f"no whole answer from {address}: {error}"))


def is_number(value):
    return type(value) is int and 0 <= value < 2**53


def check_job(path, member, job, country):
    expect(path, isinstance(job, dict), member, "an object", job)
    expect(path, is_number(job.get("id")), f"{member}.id", "a number", job.get("id"))
    expect(path, job.get("country") == country, f"{member}.country", country, job.get("country"))


def get_jobs(country, cursor):
    path, more = "/v1/jobs", {} if cursor is None else {"cursor": cursor}
    page, generation = get(path, country=country, limit=1000, description=options.description, source_fields="true", **more)
    expect(path, isinstance(page, dict), "the body", "an object", page)
    jobs, next_cursor = page.get("jobs"), page.get("next_cursor")
    expect(path, isinstance(jobs, list) and len(jobs) <= 1000, "jobs", "a list of at most 1000")
    for at, job in enumerate(jobs):
        check_job(path, f"jobs[{at}]", job, country)
    expect(path, next_cursor is None or (isinstance(next_cursor, str) and jobs), "next_cursor", "null at the end", next_cursor)
    return jobs, next_cursor, generation


def get_changes(country, since, limit):
    path = "/v1/changes"
    page, generation = get(path, country=country, since=since, limit=limit, description=options.description)
    expect(path, isinstance(page, dict), "the body", "an object", page)
    expect(path, page.get("country") == country, "country", country, page.get("country"))
    events, last = page.get("events"), since
    expect(path, isinstance(events, list) and len(events) <= limit, "events", f"a list of at most {limit}")
    for at, event in enumerate(events):
        expect(path, isinstance(event, dict), f"events[{at}]", "an object", event)
        seq, id, job = event.get("seq"), event.get("job_id"), event.get("job")
        expect(path, is_number(seq) and seq > last, f"events[{at}].seq", f"a number above {last}", seq)
        expect(path, is_number(id), f"events[{at}].job_id", "a number", id)
        if job is not None:
            check_job(path, f"events[{at}].job", job, country)
            expect(path, job["id"] == id, f"events[{at}].job.id", id, job["id"])
        last = seq
    for member, least in (("next_since", last), ("latest_seq", page.get("next_since"))):
        got = page.get(member)
        expect(path, is_number(got) and got >= least, member, f"a number, at least {least}", got)
    more = page.get("more")
    expect(path, isinstance(more, bool) and (events or not more), "more", "false on a page without events", more)
    return page, generation


def fill(country):
    # The end of the change log first: what changes while the jobs are read is read from there afterwards.
    start, generation = get_changes(country, 0, 1)
    copy.execute("create temp table if not exists filling (id integer primary key, country text, job text)")
    copy.execute("delete from filling")
    cursor, cursors = None, set()
    while True:
        jobs, cursor, of_page = get_jobs(country, cursor)
        if of_page != generation:
            raise RefillNeeded("the catalogue was restored")
        rows = [(job["id"], country, json.dumps(job)) for job in jobs]
        copy.executemany("replace into filling values (?, ?, ?)", rows)
        if cursor is None:
            break
        expect("/v1/jobs", cursor not in cursors, "next_cursor", "one that did not come before", cursor)
        cursors.add(cursor)
    copy.execute("delete from jobs where country = ?", [country])
    copy.execute("insert into jobs select * from filling")
    store(country, start["latest_seq"], generation, is_level=False)
    return start["latest_seq"], generation, False, options.description


def follow(country, since, generation, is_level, description):
    if description != options.description:
        raise RefillNeeded(f"the copy has the descriptions '{description}'")
    page = {"more": True}
    while page["more"]:
        page, of_page = get_changes(country, since, 1000)
        # An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
        if of_page != generation and not is_level:
            raise RefillNeeded("the catalogue was restored while the copy was behind it")
        for event in page["events"]:
            copy.execute("delete from jobs where id = ? and country = ?", [event["job_id"], country])
            if event["job"] is not None:
                copy.execute("insert into jobs values (?, ?, ?)", [event["job_id"], country, json.dumps(event["job"])])
        since, generation, is_level = page["next_since"], of_page, not page["more"]
        store(country, since, generation, is_level)


def store(country, since, generation, is_level):
    copy.execute("replace into checkpoint values (?, ?, ?, ?, ?)", [country, since, generation, is_level, options.description])
    copy.commit()  # the jobs and the checkpoint together


try:
    copy = sqlite3.connect(file)
    copy.execute("create table if not exists jobs (id integer primary key, country text, job text)")
    copy.execute("create table if not exists checkpoint (country text primary key, since integer, generation text, is_level integer, description text)")
    if "description" not in [name for _, name, *_ in copy.execute("pragma table_info(checkpoint)")]:
        copy.execute("alter table checkpoint add description text default 'text'")
except sqlite3.Error as error:
    sys.exit(f"{file}: {error}")
if [name for _, name, *_ in copy.execute("pragma table_info(jobs)")] != ["id", "country", "job"]:
    sys.exit(f"{file} has a table jobs that is no copy of mirror.py; use another file")


def synchronise(country, is_refill):
    columns = "since, generation, is_level, description"
    checkpoint = copy.execute(f"select {columns} from checkpoint where country = ?", [country]).fetchone()
    if is_refill:
        checkpoint = None
    for _ in range(6):
        try:
            if checkpoint:
                return follow(country, *checkpoint)
            checkpoint = fill(country)
        except RefillNeeded as reason:
            copy.rollback()
            checkpoint = None
            print(f"{country}: filling the copy again: {reason}", file=sys.stderr)
    sys.exit(f"{country}: the copy is not filled: the catalogue asks to begin again and again")


is_refill = options.refill
while True:
    for country in [options.country] if options.country else ["CA", "US"]:
        try:
            synchronise(country, is_refill)
        except sqlite3.Error as error:
            sys.exit(f"{file}: {error}")
    if options.once:
        break
    is_refill = False
    time.sleep(options.every)
