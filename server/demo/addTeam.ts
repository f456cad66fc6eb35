import { register } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import { acceptInvitation, inviteMember, listMembers } from '#shared/contracts/workspaces.ts';
import { callOrThrow } from './call.ts';
import type { Call } from './call.ts';

const colleagues = ['Kim Sandbox', 'Noa Sandbox'];

/** Invites two colleagues. @returns the three members; null if the workspace has a team already */
export const addTeam = async (call: Call, owner: User, password: string): Promise<User[] | null> => {
  const { token } = owner;
  const { data: members } = await callOrThrow(call, listMembers, { token });
  if (members.length > 1) return null;
  const team = [owner];
  for (const name of colleagues) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.test`;
    const known = await callOrThrow(call, register, { body: { name, email, password, confirmpassword: password } });
    const { link } = await callOrThrow(call, inviteMember, { token, body: { email: null, role: 'member' } });
    const invitation = new URL(link ?? '').hash.slice(1);
    const joined = await callOrThrow(call, acceptInvitation, { token: known.data.token, body: { invitation } });
    team.push(joined.data);
  }
  return team;
};
