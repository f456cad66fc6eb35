import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';

setUpFakeServer();

it.each([
  ['/campaigns', 'Campaigns', '[S2.PLACE.1]'],
  ['/ai-insights', 'AI Insights', '[S2.PLACE.2]'],
])('%s shows its title %s and nothing else %s', async (path, title) => {
  await renderApp({ path, user: buildUser() });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(screen.getByRole('main').textContent).toBe(title);
});
