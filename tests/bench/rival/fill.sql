-- The jobs above $1 up to $2, from the documents of the service.
insert into rival.jobs (
  id, title, organization, date_posted, date_created, date_modified, date_removed,
  date_valid_through, status, country, locations, locations_alt, locations_derived, location_text,
  location_type, salary, employment_type, url, source, source_type, source_domain, source_slug,
  cities_derived, regions_derived, countries_derived, lats_derived, lngs_derived, apply_url,
  work_arrangement, description_text, description_html, source_fields)
select job.id, d.title, d.organization, d.date_posted, d.date_created, job.date_modified,
  job.date_removed, d.date_valid_through, job.status, d.country, d.locations, d.locations_alt,
  d.locations_derived, coalesce(array_to_string(d.locations_derived, ' | '), ''),
  d.location_type, d.salary, d.employment_type, d.url, d.source, d.source_type, d.source_domain,
  d.source_slug, d.cities_derived, d.regions_derived, d.countries_derived, d.lats_derived,
  d.lngs_derived, d.apply_url, d.work_arrangement, document.description_text::jsonb #>> '{}',
  document.description_html::jsonb #>> '{}', document.source_fields::jsonb
from public.jobs job
join public.job_documents document on document.job_id = job.id
cross join lateral jsonb_to_record((document.head || document.tail || '}')::jsonb) as d (
  title text, organization text, date_posted timestamptz, date_created timestamptz,
  date_valid_through timestamptz, country text, locations jsonb, locations_alt text[],
  locations_derived text[], location_type text, salary jsonb, employment_type text[], url text,
  source text, source_type text, source_domain text, source_slug text, cities_derived text[],
  regions_derived text[], countries_derived text[], lats_derived double precision[],
  lngs_derived double precision[], apply_url text, work_arrangement text)
where job.id > $1 and job.id <= $2
