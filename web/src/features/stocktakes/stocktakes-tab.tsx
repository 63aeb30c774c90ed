import { getRouteApi } from '@tanstack/react-router';
import { StocktakeList } from './stocktake-list';
import { StocktakeView } from './stocktake-view';

const route = getRouteApi('/_app/inventario');

/** The stocktakes, or the one that the address names. */
export default function StocktakesTab() {
  const { recuento } = route.useSearch();
  return recuento === undefined ? <StocktakeList /> : <StocktakeView key={recuento} id={recuento} />;
}
