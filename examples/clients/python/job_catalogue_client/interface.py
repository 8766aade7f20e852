"""The types of the interface, made from its document."""

from typing import Any, Literal, NotRequired, TypedDict, Union

# An entry of the change log: what happened to a job, and the job as it is now.
Change = TypedDict("Change", {
    "seq": int,
    "event": Literal["created", "updated", "expired", "excluded"],
    "job_id": int,
    "occurred_at": str,
    "changed": Union[list[str], None],
    "job": Union["JobWithStatus", None],
})

# A page of the change log, and where the next one begins.
ChangesPage = TypedDict("ChangesPage", {
    "country": Literal["CA", "US"],
    "events": list["Change"],
    "next_since": int,
    "latest_seq": int,
    "more": bool,
})

# A posting in one country view. A posting with locations in both countries is two jobs.
Job = TypedDict("Job", {
    "id": int,
    "title": str,
    "organization": Union[str, None],
    "organization_url": Union[str, None],
    "organization_logo": Union[str, None],
    "date_posted": Union[str, None],
    "date_created": str,
    "date_valid_through": Union[str, None],
    "locations": Union[list["Place"], None],
    "locations_alt": Union[list[str], None],
    "locations_derived": Union[list[str], None],
    "location_type": Literal["TELECOMMUTE", None],
    "location_requirements": Union[str, None],
    "salary": Union["MonetaryAmount", None],
    "employment_type": Union[list[Literal["FULL_TIME", "PART_TIME", "CONTRACTOR", "TEMPORARY", "INTERN", "VOLUNTEER", "PER_DIEM"]], None],
    "url": str,
    "source": str,
    "source_type": Literal["ats", "career_site"],
    "source_domain": Union[str, None],
    "source_slug": Union[str, None],
    "domain_derived": Union[str, None],
    "description_text": NotRequired[Union[str, None]],
    "description_html": NotRequired[Union[str, None]],
    "cities_derived": Union[list[Union[str, None]], None],
    "counties_derived": Union[str, None],
    "regions_derived": Union[list[Union[str, None]], None],
    "countries_derived": Union[list[Union[str, None]], None],
    "timezones_derived": Union[str, None],
    "lats_derived": Union[list[Union[float, None]], None],
    "lngs_derived": Union[list[Union[float, None]], None],
    "country": Literal["CA", "US"],
    "apply_url": Union[str, None],
    "work_arrangement": Literal["remote", "hybrid", "onsite", None],
    "source_fields": NotRequired[Union["SourceFields", None]],
})

# How many jobs match.
JobCount = TypedDict("JobCount", {
    "count": int,
})

# A Job, whether it still stands in the catalogue, and what became of it.
class JobWithStatus(Job):
    status: Literal["active", "expired", "excluded"]
    date_modified: Union[str, None]
    date_removed: Union[str, None]

# A Job, and when it last changed. Replace the stored copy with the same `id`.
class ModifiedJob(Job):
    date_modified: str
    modified_fields: Union[str, None]

MonetaryAmountValue = TypedDict("MonetaryAmountValue", {
    "@type": Literal["QuantitativeValue"],
    "minValue": NotRequired[float],
    "maxValue": NotRequired[float],
    "value": NotRequired[float],
    "unitText": Literal["HOUR", "DAY", "WEEK", "MONTH", "YEAR"],
})

# Pay as the employer published it, a schema.org MonetaryAmount. It is never estimated.
MonetaryAmount = TypedDict("MonetaryAmount", {
    "@type": Literal["MonetaryAmount"],
    "currency": str,
    "value": MonetaryAmountValue,
})

# An employer that is hiring.
Organization = TypedDict("Organization", {
    "organization": str,
    "sources": list[str],
    "countries": list[Literal["CA", "US"]],
    "active_jobs": int,
})

PlaceAddress = TypedDict("PlaceAddress", {
    "@type": Literal["PostalAddress"],
    "addressLocality": Union[str, None],
    "addressRegion": Union[str, None],
    "addressCountry": str,
    "postalCode": Union[str, None],
})

# A schema.org Place. Coordinates are there when they are known.
Place = TypedDict("Place", {
    "@type": Literal["Place"],
    "address": PlaceAddress,
    "latitude": NotRequired[float],
    "longitude": NotRequired[float],
})

ProblemErrors = TypedDict("ProblemErrors", {
    "parameter": str,
    "detail": str,
    "position": Union[int, None],
})

# An error (RFC 9457).
Problem = TypedDict("Problem", {
    "type": str,
    "title": str,
    "status": int,
    "detail": str,
    "instance": NotRequired[str],
    "errors": NotRequired[list[ProblemErrors]],
})

# The jobs of a region.
RegionStats = TypedDict("RegionStats", {
    "region": str,
    "code": str,
    "active_jobs": int,
})

# A page of a search, and where the next one begins.
SearchPage = TypedDict("SearchPage", {
    "jobs": list["JobWithStatus"],
    "next_cursor": Union[str, None],
})

SourceFieldsFields = TypedDict("SourceFieldsFields", {
    "value": Any,
    "source_path": Any,
})

# Values exactly as the employer published them.
SourceFields = TypedDict("SourceFields", {
    "version": Any,
    "fields": dict[str, SourceFieldsFields],
})

# The jobs of a source system.
SourceStats = TypedDict("SourceStats", {
    "source": str,
    "source_type": Literal["ats", "career_site"],
    "active_jobs": int,
    "boards": int,
})

# What the catalogue holds of one country.
Stats = TypedDict("Stats", {
    "country": Literal["CA", "US"],
    "active_jobs": int,
    "boards": int,
    "sources": list["SourceStats"],
    "regions": list["RegionStats"],
    "generated_at": str,
})

# The parameters of getActiveAts.
ActiveAtsQuery = TypedDict("ActiveAtsQuery", {
    "time_frame": NotRequired[Literal["1h", "24h", "7d", "6m"]],
    "country": NotRequired[list[Literal["CA", "US"]]],
    "title": NotRequired[str],
    "location": NotRequired[str],
    "limit": NotRequired[int],
    "title_advanced": NotRequired[str],
    "description": NotRequired[str],
    "description_advanced": NotRequired[str],
    "location_advanced": NotRequired[str],
    "organization_advanced": NotRequired[str],
    "organization": NotRequired[list[str]],
    "exclude_organization": NotRequired[list[str]],
    "source": NotRequired[list[str]],
    "exclude_source": NotRequired[list[str]],
    "date_posted_gte": NotRequired[str],
    "date_posted_lt": NotRequired[str],
    "date_created_gte": NotRequired[str],
    "date_created_lt": NotRequired[str],
    "has_salary": NotRequired[bool],
    "remote": NotRequired[bool],
    "has_no_location": NotRequired[bool],
    "offset": NotRequired[int],
    "cursor": NotRequired[int],
    "description_format": NotRequired[Literal["text", "html"]],
    "include_source_fields": NotRequired[bool],
    "id": NotRequired[list[int]],
})

# The parameters of getActiveAtsCount.
ActiveAtsCountQuery = TypedDict("ActiveAtsCountQuery", {
    "time_frame": NotRequired[Literal["1h", "24h", "7d", "1m", "6m"]],
    "country": NotRequired[list[Literal["CA", "US"]]],
    "title": NotRequired[str],
    "location": NotRequired[str],
    "title_advanced": NotRequired[str],
    "description": NotRequired[str],
    "description_advanced": NotRequired[str],
    "location_advanced": NotRequired[str],
    "organization_advanced": NotRequired[str],
    "organization": NotRequired[list[str]],
    "exclude_organization": NotRequired[list[str]],
    "source": NotRequired[list[str]],
    "exclude_source": NotRequired[list[str]],
    "date_posted_gte": NotRequired[str],
    "date_posted_lt": NotRequired[str],
    "date_created_gte": NotRequired[str],
    "date_created_lt": NotRequired[str],
    "has_salary": NotRequired[bool],
    "remote": NotRequired[bool],
    "has_no_location": NotRequired[bool],
})

# The parameters of getModifiedAts.
ModifiedAtsQuery = TypedDict("ModifiedAtsQuery", {
    "country": NotRequired[list[Literal["CA", "US"]]],
    "title": NotRequired[str],
    "location": NotRequired[str],
    "limit": NotRequired[int],
    "title_advanced": NotRequired[str],
    "description": NotRequired[str],
    "description_advanced": NotRequired[str],
    "location_advanced": NotRequired[str],
    "organization_advanced": NotRequired[str],
    "organization": NotRequired[list[str]],
    "exclude_organization": NotRequired[list[str]],
    "source": NotRequired[list[str]],
    "exclude_source": NotRequired[list[str]],
    "date_posted_gte": NotRequired[str],
    "date_posted_lt": NotRequired[str],
    "date_created_gte": NotRequired[str],
    "date_created_lt": NotRequired[str],
    "has_salary": NotRequired[bool],
    "remote": NotRequired[bool],
    "has_no_location": NotRequired[bool],
    "offset": NotRequired[int],
    "cursor": NotRequired[int],
    "description_format": NotRequired[Literal["text", "html"]],
    "include_source_fields": NotRequired[bool],
    "id": NotRequired[list[int]],
    "date_modified_gte": NotRequired[str],
    "date_modified_lt": NotRequired[str],
})

# The parameters of getExpiredAts.
ExpiredAtsQuery = TypedDict("ExpiredAtsQuery", {
    "time_frame": NotRequired[Literal["1h", "1d", "1m", "6m"]],
    "country": NotRequired[list[Literal["CA", "US"]]],
})

# The parameters of getAtsOrganizations.
AtsOrganizationsQuery = TypedDict("AtsOrganizationsQuery", {
    "country": NotRequired[list[Literal["CA", "US"]]],
    "format": NotRequired[Literal["json", "csv"]],
})

# The parameters of getJobs.
JobsQuery = TypedDict("JobsQuery", {
    "country": NotRequired[Literal["CA", "US"]],
    "q": NotRequired[str],
    "title": NotRequired[str],
    "limit": NotRequired[int],
    "province": NotRequired[list[Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]]],
    "state": NotRequired[list[Literal["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "AS", "GU", "MP", "PR", "VI"]]],
    "city": NotRequired[str],
    "source": NotRequired[list[str]],
    "employment_type": NotRequired[list[Literal["FULL_TIME", "PART_TIME", "CONTRACTOR", "TEMPORARY", "INTERN", "VOLUNTEER", "PER_DIEM"]]],
    "remote": NotRequired[bool],
    "has_salary": NotRequired[bool],
    "window": NotRequired[Literal["1h", "24h", "7d", "30d", "6m"]],
    "description": NotRequired[Literal["none", "text", "html", "both"]],
    "source_fields": NotRequired[bool],
    "cursor": NotRequired[str],
})

# The parameters of getJobsById.
JobsByIdQuery = TypedDict("JobsByIdQuery", {
})

# The parameters of getChanges.
ChangesQuery = TypedDict("ChangesQuery", {
    "country": NotRequired[Literal["CA", "US"]],
    "since": NotRequired[int],
    "limit": NotRequired[int],
    "description": NotRequired[Literal["none", "text", "html", "both"]],
    "source_fields": NotRequired[bool],
})

# The parameters of getStats.
StatsQuery = TypedDict("StatsQuery", {
    "country": NotRequired[Literal["CA", "US"]],
})
