/** The path of a route as the document writes it: `/v1/jobs/{id}` for `/v1/jobs/:id`. */
export function pathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}
