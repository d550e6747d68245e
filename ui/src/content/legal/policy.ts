export interface Explained {
  term: string;
  text: string;
  /** It is listed only with one of them. */
  features?: Switched['features'];
}

/** What the policy says with one of the features, and without all of them. */
export interface Switched {
  readonly features: readonly ('contact' | 'newsletter' | 'giving' | 'shop' | 'private_photos')[];
  readonly on?: string;
  readonly off?: string;
}

/** A paragraph, a bulleted list, or a list of terms. */
export type Block =
  | string
  | Switched
  | { readonly points: readonly string[] }
  | { readonly terms: readonly Explained[] };

export interface PolicySection {
  /** A published id must not change, because it is part of an address. */
  id: string;
  title: string | Switched;
  blocks: readonly Block[];
}

export interface Policy {
  id: string;
  title: string;
  summary: string;
  sections: readonly PolicySection[];
}
