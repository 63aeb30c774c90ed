/**
 * The filters of a list by their names in its address; names in brackets are the two ends of one. What the screen
 * shows by itself, as the search box does, does not count among those that are set.
 */
export function listFilters<Search extends object>(
  fields: readonly (keyof Search | readonly (keyof Search)[])[],
  inSight: readonly PropertyKey[] = ['buscar'],
) {
  const groups = fields.map((field) => [field].flat() as (keyof Search)[]);
  const names = groups.flat();
  const isSet = (search: Search) => (name: keyof Search) => search[name] !== undefined;
  return {
    /** Takes every filter away. */
    none: Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Search>,
    count: (search: Search) =>
      groups.filter((group) => group.some((name) => !inSight.includes(name) && isSet(search)(name))).length,
    isAnySet: (search: Search) => names.some(isSet(search)),
  };
}

export type ListFilters<Search extends object> = ReturnType<typeof listFilters<Search>>;
