import { FileSpreadsheet } from 'lucide-react';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noLeadsMatch, noSuchPage, notLoaded } from '#client/components/states/emptyReasons.tsx';
import type { EmptyReason } from '#client/components/states/emptyReasons.tsx';
import { messages } from '#shared/messages.ts';

type CustomLeadsEmptyProps = {
  /** The list could not be read. */
  isFailed: boolean;
  search: string;
  page: number;
  onRetry: () => void;
  isRetrying: boolean;
  onClearSearch: () => void;
  onFirstPage: () => void;
};

const reasonOf = (props: CustomLeadsEmptyProps): EmptyReason => {
  if (props.isFailed) return notLoaded(props.onRetry, props.isRetrying);
  if (props.page > 1) return noSuchPage(props.page, props.onFirstPage);
  if (props.search !== '') return noLeadsMatch(props.search, props.onClearSearch);
  return {
    icon: <FileSpreadsheet />,
    description: 'Leads that you import from a CSV or Excel file or a Google Sheet appear here.',
  };
};

/** Explains why there are no leads, and what the person can do. */
export const CustomLeadsEmpty = (props: CustomLeadsEmptyProps) => (
  <EmptyState {...reasonOf(props)} title={messages.empty.leads} />
);
