/**
 * The filters of a list by their names in its address. What the search box holds shows itself, so it does not
 * count among those that are set.
 */
export function listFilters<Search extends object>(
  names: readonly (keyof Search)[],
  searchBox: PropertyKey = 'buscar',
) {
  const set = (search: Search) => names.filter((name) => search[name] !== undefined);
  return {
    /** Takes every filter away. */
    none: Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Search>,
    count: (search: Search) => set(search).filter((name) => name !== searchBox).length,
    isAnySet: (search: Search) => set(search).length > 0,
  };
}

export type ListFilters<Search extends object> = ReturnType<typeof listFilters<Search>>;
