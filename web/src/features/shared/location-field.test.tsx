import { screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { LocationField } from './location-field';

const places = [
  { id: 3, name: 'Norte', isActive: true, isMain: false, version: 1 },
  { id: 7, name: 'Principal', isActive: true, isMain: true, version: 1 },
];

function Form() {
  return <LocationField form={useForm({ defaultValues: { locationId: '' } })} label="Almacén" />;
}

test('the main location stands there as soon as there are several', async () => {
  signInWith([]);
  answerCalls({ 'GET /api/locations/': { body: { results: places } } });
  renderShellScreen({ path: '/pedidos', component: Form });
  expect(await screen.findByLabelText('Almacén')).toHaveValue('7');
});
