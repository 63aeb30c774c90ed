import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Thumb } from './thumb';

function loaded(imageUrl: string, size: 'sm' | 'lg' = 'sm') {
  const { container, unmount } = render(<Thumb name="Silla" imageUrl={imageUrl} size={size} />);
  const seen = { address: container.querySelector('img')?.getAttribute('src') ?? null, text: container.textContent };
  unmount();
  return seen;
}

test.each([
  'https://fotos.ejemplo.es/silla.png',
  'http://fotos.ejemplo.es/silla.png',
  'HTTPS://fotos.ejemplo.es/silla.png',
  '//fotos.ejemplo.es/silla.png',
  'data:image/png;base64,AAAA',
  '/api/products/',
  '',
])('a picture at «%s» is never loaded: its place has the initial', (imageUrl) => {
  expect(loaded(imageUrl)).toEqual({ address: null, text: 'S' });
  expect(loaded(imageUrl, 'lg')).toEqual({ address: null, text: 'S' });
});

test('pictures that the server keeps are shown, small where they are', () => {
  expect(loaded('/api/images/abc.png').address).toBe('/api/images/abc.png?size=thumb');
  expect(loaded('/api/images/abc.png', 'lg').address).toBe('/api/images/abc.png');
  expect(loaded('blob:http://127.0.0.1/1').address).toBe('blob:http://127.0.0.1/1');
});
