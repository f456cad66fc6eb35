import { createAccount, createForm, openDay } from './Account.ts';
import { localHour, toDayNumber, weekdayOf } from './days.ts';
import { learningDays } from './limits.ts';
import { createNode, slotOf } from './Node.ts';
import type { Account } from './Account.ts';
import type { InputLine } from './lines.ts';
import type { Level, Node } from './Node.ts';

/** What the lines say of accounts and of all below them. */
export type Intake = { accounts: ReadonlyMap<string, Account>; add: (line: InputLine) => void };

export const createIntake = (): Intake => {
  const accounts = new Map<string, Account>();
  const nodes = new Map<string, { account: Account; node: Node }>();
  const forms = new Map<string, Account>();

  const addNode = (account: Account, parent: Node, id: string, level: Level, since: number): Node => {
    const known = nodes.get(id);
    if (known) return known.node;
    const node = createNode(id, level, parent, since);
    nodes.set(id, { account, node });
    account.nodes.push(node);
    return node;
  };

  const nodeOf = (id: string): { account: Account; node: Node } => {
    const found = nodes.get(id);
    if (!found) throw new Error(`${id} was not introduced`);
    return found;
  };

  const addRow = (line: Extract<InputLine, { type: 'row' }>): void => {
    const { account, node } = nodeOf(line.ad);
    const day = toDayNumber(line.day);
    if (!openDay(account, day)) return;
    const { spend, impressions, clicks, conversions } = node.figures;
    const slot = slotOf(day);
    spend[slot] = line.spend;
    impressions[slot] = line.impressions;
    clicks[slot] = line.clicks;
    conversions[slot] = line.conversions;
    account.touchedDays.add(day);
  };

  const addLeads = (account: Account, formId: string, times: readonly string[]): void => {
    const form = account.forms.get(formId);
    if (!form) return;
    for (const at of times) {
      const hour = localHour(at, account.timeZone);
      const day = Math.floor(hour / 24);
      if (!openDay(account, day)) continue;
      form.daily[slotOf(day)] = (form.daily[slotOf(day)] ?? 0) + 1;
      form.byHour[hour % 24] = (form.byHour[hour % 24] ?? 0) + 1;
      form.byWeekday[weekdayOf(day)] = (form.byWeekday[weekdayOf(day)] ?? 0) + 1;
      form.firstDay = Math.min(form.firstDay, day);
      form.lastHour = Math.max(form.lastHour, hour);
    }
  };

  const add = (line: InputLine): void => {
    switch (line.type) {
      case 'set':
      case 'ask':
        return;
      case 'account': {
        // People keep their hours when the account moves to another zone, so its first zone stays the clock of leads.
        if (accounts.has(line.id)) return;
        const account = createAccount(line.id, line.timeZone);
        accounts.set(line.id, account);
        nodes.set(line.id, { account, node: account.node });
        return;
      }
      case 'form': {
        const { account } = nodeOf(line.account);
        forms.set(line.id, account);
        if (!account.forms.has(line.id)) account.forms.set(line.id, createForm(line.id));
        return;
      }
      case 'campaign': {
        const { account, node } = nodeOf(line.account);
        addNode(account, node, line.id, 'campaign', toDayNumber(line.since));
        return;
      }
      case 'adSet': {
        const { account, node } = nodeOf(line.campaign);
        addNode(account, node, line.id, 'adSet', node.since);
        return;
      }
      case 'ad': {
        const { account, node } = nodeOf(line.adSet);
        const since = toDayNumber(line.since);
        const ad = addNode(account, node, line.id, 'ad', since);
        ad.form = line.form;
        if (since > account.firstDay) ad.epoch = since + learningDays;
        return;
      }
      case 'change': {
        const { node } = nodeOf(line.entity);
        const day = toDayNumber(line.day);
        if (line.what === 'status') node.statuses.push({ day, isActive: line.to === 'active' });
        else if (typeof line.from === 'number' && typeof line.to === 'number' && line.from > 0 && line.to > 0)
          node.budgets.push({ day, ratio: line.to / line.from });
        return;
      }
      case 'budget': {
        nodeOf(line.entity).account.budgets.set(line.month, line.amount);
        return;
      }
      case 'read': {
        const { account } = nodeOf(line.account);
        const read = toDayNumber(line.read);
        for (const text of line.days) {
          const day = toDayNumber(text);
          // A day that still runs is partial.
          if (day >= read || !openDay(account, day)) continue;
          account.isRead[slotOf(day)] = 1;
          account.firstDay = Math.min(account.firstDay, day);
          account.lastDay = Math.max(account.lastDay, day);
          account.touchedDays.add(day);
        }
        account.lastRead = read;
        account.hasNewFigures = true;
        return;
      }
      case 'row':
        addRow(line);
        return;
      case 'leads': {
        const account = forms.get(line.form);
        if (account) addLeads(account, line.form, line.at);
        return;
      }
      default:
        line satisfies never;
    }
  };

  return { accounts, add };
};
