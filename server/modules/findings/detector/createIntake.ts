import { createAccount, createForm, openDay } from './Account.ts';
import { localHour, toDayNumber, weekdayOf } from './days.ts';
import { learningDays } from './limits.ts';
import { createNode, slotOf } from './Node.ts';
import type { Account } from './Account.ts';
import type { InputEvent } from './events.ts';
import type { Level, Node } from './Node.ts';

/** Builds accounts from events. */
export type Intake = { accounts: ReadonlyMap<string, Account>; add: (event: InputEvent) => void };

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

  const addRow = (event: Extract<InputEvent, { type: 'row' }>): void => {
    const { account, node } = nodeOf(event.ad);
    const day = toDayNumber(event.day);
    if (!openDay(account, day)) return;
    const { spend, impressions, clicks, conversions } = node.figures;
    const slot = slotOf(day);
    spend[slot] = event.spend;
    impressions[slot] = event.impressions;
    clicks[slot] = event.clicks;
    conversions[slot] = event.conversions;
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

  const add = (event: InputEvent): void => {
    switch (event.type) {
      case 'set':
      case 'ask':
        return;
      case 'account': {
        // Leads keep the first time zone: people keep their hours when an account changes its zone.
        if (accounts.has(event.id)) return;
        const account = createAccount(event.id, event.timeZone);
        accounts.set(event.id, account);
        nodes.set(event.id, { account, node: account.node });
        return;
      }
      case 'form': {
        const { account } = nodeOf(event.account);
        forms.set(event.id, account);
        if (!account.forms.has(event.id)) account.forms.set(event.id, createForm(event.id));
        return;
      }
      case 'campaign': {
        const { account, node } = nodeOf(event.account);
        addNode(account, node, event.id, 'campaign', toDayNumber(event.since));
        return;
      }
      case 'adSet': {
        const { account, node } = nodeOf(event.campaign);
        addNode(account, node, event.id, 'adSet', node.since);
        return;
      }
      case 'ad': {
        const { account, node } = nodeOf(event.adSet);
        const since = toDayNumber(event.since);
        const ad = addNode(account, node, event.id, 'ad', since);
        ad.form = event.form;
        if (since > account.firstDay) ad.epoch = since + learningDays;
        return;
      }
      case 'change': {
        const { node } = nodeOf(event.entity);
        const day = toDayNumber(event.day);
        if (event.what === 'status') node.statuses.push({ day, isActive: event.to === 'active' });
        else if (typeof event.from === 'number' && typeof event.to === 'number' && event.from > 0 && event.to > 0)
          node.budgets.push({ day, ratio: event.to / event.from });
        return;
      }
      case 'budget': {
        nodeOf(event.entity).account.budgets.set(event.month, event.amount);
        return;
      }
      case 'read': {
        const { account } = nodeOf(event.account);
        const read = toDayNumber(event.read);
        for (const text of event.days) {
          const day = toDayNumber(text);
          // The current day is still incomplete.
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
        addRow(event);
        return;
      case 'leads': {
        const account = forms.get(event.form);
        if (account) addLeads(account, event.form, event.at);
        return;
      }
      default:
        event satisfies never;
    }
  };

  return { accounts, add };
};
