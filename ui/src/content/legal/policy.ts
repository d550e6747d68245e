export interface Explained {
  term: string;
  text: string;
}

/** A paragraph, a bulleted list, or a list of terms. */
export type Block =
  | string
  | { readonly points: readonly string[] }
  | { readonly terms: readonly Explained[] };

export interface PolicySection {
  /** A published id must not change, because it is part of an address. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface Policy {
  id: string;
  title: string;
  summary: string;
  sections: readonly PolicySection[];
}
