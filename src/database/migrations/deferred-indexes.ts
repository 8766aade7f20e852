import { sql } from 'drizzle-orm'

/**
 * Drops the indexes of an empty catalogue's jobs before its first fill, which writes them once, at its end, with less work.
 * Keeps their definitions in a table of its own. Searches are slow meanwhile, and correct.
 */
export const DEFER_INDEXES = sql`do $$
  declare entry record;
  begin
    if exists (select from jobs) or to_regclass('deferred_indexes') is not null then return; end if;
    create table deferred_indexes as
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('active_jobs'::regclass, 'removed_jobs'::regclass) and not indisprimary;
    for entry in select name from deferred_indexes loop
      execute 'drop index ' || entry.name;
    end loop;
  end $$`

/** Creates the indexes that `DEFER_INDEXES` dropped, all or none. */
export const CREATE_DEFERRED_INDEXES = sql`do $$
  declare entry record;
  begin
    if to_regclass('deferred_indexes') is null then return; end if;
    for entry in select definition from deferred_indexes loop
      execute entry.definition;
    end loop;
    drop table deferred_indexes;
  end $$`
