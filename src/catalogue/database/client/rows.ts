import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type ArrayElement, arrayLiteral } from './array-literal'
import { list } from './operators'

/**
 * Rows with some columns of a table, each column as one parameter: any number of rows is the same prepared statement. `from`
 * stands after `from` or `using`, and `row` has the columns.
 */
export function rowsOf<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
  rows: readonly { readonly [Name in Key]: Table['$inferSelect'][Name] }[],
) {
  const columns = columnsOf(table).filter(({ key }) => keys.some((name) => name === key))
  const arrays = columns.map(({ key, column }) => {
    // The cast: columns of the types in `TYPES` have such values.
    const values = rows.map((row) => row[key as Key] as ArrayElement)
    return sql`${arrayLiteral(values)}::${sql.identifier(`_${typeName(column)}`)}`
  })
  const names = columns.map(({ name }) => sql.identifier(name))
  return {
    from: sql`unnest(${list(arrays)}) as entry (${list(names)})`,
    row: pick(alias(table, 'entry') as Pick<Table['_']['columns'], Key>, keys),
  }
}

/** The members with these keys and no others. The cast: `fromEntries` knows no keys. */
function pick<From, Key extends keyof From>(from: From, keys: readonly Key[]): Pick<From, Key> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Key>
}

/**
 * Inserts whole rows, or replaces the rows with the same values in `key`, in one statement. The rows are a JSON array, one
 * parameter: `rowsOf` has no columns of arrays. `where` may name the column of a row by its key.
 */
export function upsert<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  key: readonly Key[],
  { json, where }: { json: string; where: SQL },
): SQL {
  const columns = columnsOf(table).map((column) => ({
    ...column,
    field: sql.identifier(column.key),
    target: sql.identifier(column.name),
  }))
  const isKey = (column: { key: string }) => key.some((name) => name === column.key)
  const fields = columns.map(({ field }) => field)
  const types = columns.map(
    ({ field, column }) => sql`${field} ${sql.identifier(typeName(column))}`,
  )
  const targets = columns.map(({ target }) => target)
  const keys = columns.filter(isKey).map(({ target }) => target)
  const replaced = columns
    .filter((column) => !isKey(column))
    .map(({ target }) => sql`${target} = excluded.${target}`)
  return sql`insert into ${table} (${list(targets)})
    select ${list(fields)} from json_to_recordset(${json}::text::json) as entry (${list(types)}) where ${where}
    on conflict (${list(keys)}) do update set ${list(replaced)}`
}

/** The columns of a table, by their keys in rows and their names in PostgreSQL. */
export function columnsOf(table: PgTable): { key: string; name: string; column: PgColumn }[] {
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    name: column.keyAsName ? toSnakeCase(key) : column.name,
    column,
  }))
}

/** PostgreSQL's own names of types, which may be quoted; names of array types begin with `_`. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'int8',
  boolean: 'bool',
  date: 'date',
  integer: 'int4',
  smallint: 'int2',
  text: 'text',
  'text[]': '_text',
  'double precision': 'float8',
  'timestamp (3) with time zone': 'timestamptz',
}

function typeName(column: PgColumn): string {
  const type = TYPES[column.getSQLType()]
  if (type === undefined) throw new TypeError(`the type of ${column.name} has no name here`)
  return type
}
