import { useLayoutEffect, useRef, useState } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { ApiError, isSessionExpired } from '#client/lib/api/ApiError.ts';
import { logError } from '#client/lib/log.ts';
import { readUser } from '#client/stores/userStore.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import { fetchSheet, saveFailureText, saveRows } from '#client/features/customLeads/customLeads.api.ts';
import type { SavedCounts } from '#client/features/customLeads/customLeads.api.ts';
import { ImportRefused } from './ImportRefused.ts';
import type { ImportSource, ImportSummary } from './importTasks.ts';
import { openImport } from './openImport.ts';
import type { ImportReader } from './openImport.ts';
import { refusalTexts } from './refusalTexts.ts';
import { recallColumns } from './rememberedColumns.ts';

/** Rows that await confirmation. */
export type ImportDraft = {
  reader: ImportReader;
  source: ImportSource;
  /** Null for a Google Sheet. */
  file: File | null;
  summary: ImportSummary;
  /** First page of the preview. */
  rows: CustomLeadValues[];
};

export type ImportState =
  | { step: 'idle' }
  | { step: 'readingFile'; fileName: string; share: number }
  | { step: 'fetchingSheet' }
  /** The sheet belongs to another person. */
  | { step: 'claimed'; url: string }
  /** `savingRef`: the server's name for the import while it saves; null before. */
  | { step: 'preview'; draft: ImportDraft; savingRef: string | null };

/** The current import. A later import replaces it. */
type Running = { reader: ImportReader; leaving: AbortController; isSaving: boolean };

const stop = ({ reader, leaving, isSaving }: Running): void => {
  leaving.abort();
  // A confirmed import is saved even after leaving the screen.
  if (!isSaving) reader.close();
};

/** Shows why the read failed. `call` has already logged its failures. */
export const showReadFailure = (error: unknown, fallback: string): void => {
  if (error instanceof ImportRefused) {
    notify.error(refusalTexts[error.refusal]);
    return;
  }
  if (!(error instanceof ApiError))
    logError('An import could not be read', error instanceof Error ? error.message : '');
  notify.failure(error, fallback);
};

/**
 * The steps of an import: idle, reading a file or sheet, preview, idle. Only one import runs at a time. Leaving the
 * screen ends it.
 *
 * @param onSaved called after the rows are stored, if the screen is still open
 */
export const useImport = (onSaved: (draft: ImportDraft, counts: SavedCounts) => void) => {
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const running = useRef<Running>(null);
  // A layout effect, so that a late response cannot change the screen.
  useLayoutEffect(
    () => () => {
      if (running.current) stop(running.current);
      running.current = null;
    },
    [],
  );

  const close = (): void => {
    if (running.current) stop(running.current);
    running.current = null;
    setState({ step: 'idle' });
  };

  const begin = (): Running => {
    close();
    running.current = { reader: openImport(), leaving: new AbortController(), isSaving: false };
    return running.current;
  };

  const showPreview = async (
    own: Running,
    source: ImportSource,
    file: File | null,
    onProgress?: (share: number) => void,
  ): Promise<void> => {
    const { reader } = own;
    const options = { isLiteral: null, sheet: null, remembered: recallColumns() };
    const summary = await reader.read(source, options, onProgress);
    const rows = await reader.readPage(1);
    if (running.current === own)
      setState({ step: 'preview', draft: { reader, source, file, summary, rows }, savingRef: null });
  };

  const giveUp = (own: Running, error: unknown, fallback: string): void => {
    if (running.current !== own) return;
    close();
    showReadFailure(error, fallback);
  };

  const importFile = async (file: File): Promise<void> => {
    const own = begin();
    const showProgress = (share: number): void => {
      if (running.current === own) setState({ step: 'readingFile', fileName: file.name, share });
    };
    showProgress(0);
    try {
      await showPreview(own, { kind: 'file', content: file }, file, showProgress);
    } catch (error) {
      giveUp(own, error, messages.customLeads.unreadable);
    }
  };

  const importSheet = async (url: string): Promise<void> => {
    const own = begin();
    setState({ step: 'fetchingSheet' });
    try {
      const content = await fetchSheet(url, own.leaving.signal);
      await showPreview(own, { kind: 'googleSheet', content }, null);
    } catch (error) {
      if (running.current === own && error instanceof ApiError && error.code === 'SHEET_CLAIMED') {
        close();
        setState({ step: 'claimed', url });
      } else giveUp(own, error, messages.sheets.fetchFailed);
    }
  };

  const confirm = async (draft: ImportDraft): Promise<void> => {
    const own = running.current;
    if (own === null || own.isSaving) return;
    own.isSaving = true;
    const ref = new Date().toISOString();
    setState({ step: 'preview', draft, savingRef: ref });
    const { _id: userId } = readUser();
    try {
      const { message, counts } = await saveRows(await own.reader.buildBody(), ref);
      if (readUser()._id === userId) notify.success(message);
      own.isSaving = false;
      if (running.current !== own) {
        own.reader.close();
        return;
      }
      close();
      onSaved(draft, counts);
    } catch (error) {
      own.isSaving = false;
      if (readUser()._id === userId && !isSessionExpired(error))
        notify.error(error instanceof ImportRefused ? refusalTexts[error.refusal] : saveFailureText(error));
      if (running.current === own) setState({ step: 'preview', draft, savingRef: null });
      else own.reader.close();
    }
  };

  return { state, importFile, importSheet, confirm, close };
};
