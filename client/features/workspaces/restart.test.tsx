import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

it('shows why the workspace changed even when calls fail before and after the event', async () => {
  expectConsoleError(/status 409/);
  expectConsoleError(/could not be read again/);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await renderApp({ path: '/campaigns', user: buildUser() });
  await untilConnected();
  const message = messages.workspaces.changedMeanwhile;
  fakeServer().on(connectedAccounts, () => ({ status: 409, body: { code: 'WORKSPACE_CHANGED', message } }));
  const cause = messages.workspaces.wereRemoved('Analytical Engines');
  fakeServer().emit('members_changed', {});
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  fakeServer().emit('workspace_changed', { workspaceId: 'workspace-2', message: cause });
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  fakeServer().emit('members_changed', {});
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(3));
  assign.mockRestore();

  await renderApp({ path: '/overview', user: buildUser() });
  expect(await screen.findByText(cause)).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});
