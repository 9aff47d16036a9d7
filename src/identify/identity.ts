import type { TableTraits } from './table-traits.ts';
import type { ToolId } from './tools.ts';
import type { TreeTraits } from './tree-traits.ts';

/** How sure an answer is: `none` says that nothing tells. */
export type Confidence = 'high' | 'medium' | 'low' | 'none';

/** A tool that may have written the file. */
export interface Candidate {
	readonly tool: ToolId;
	readonly name: string;
	/** How much of what was looked at fits the tool, 0 to 1. */
	readonly fit: number;
}

/** Who wrote a binary walkmesh, and what says so. */
export interface Identification {
	/** Undefined where the evidence is too thin or fits several tools. */
	readonly tool?: ToolId;
	readonly name?: string;
	readonly confidence: Confidence;
	/** Best first. */
	readonly candidates: readonly Candidate[];
	/** Sentences without a full stop, in the order they were looked at. */
	readonly evidence: readonly string[];
	readonly traits: { readonly tables: TableTraits; readonly tree?: TreeTraits };
}
