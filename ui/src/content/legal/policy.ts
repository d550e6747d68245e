/** The shape of a policy: numbered sections of paragraphs, lists, and terms with their explanations. */
export interface Explained {
  term: string;
  text: string;
}

/** A paragraph, a list of points, or a list of terms. */
export type Block =
  | string
  | { readonly points: readonly string[] }
  | { readonly terms: readonly Explained[] };

export interface PolicySection {
  /** Part of an address that others may have written down: once published it stays. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface Policy {
  id: string;
  title: string;
  /** The policy in two or three sentences. */
  summary: string;
  sections: readonly PolicySection[];
}
