import { captured, Report } from '../src/findings/report.ts';
import { detached, encode } from './encoding.ts';
import type { WholeFile } from './finish.ts';
import type { Action } from './graph.ts';
import { hashBytes } from './hashes.ts';
import { holdsFindings } from './packs.ts';
import type { PieceKeys } from './pieces.ts';
import type { Call, CallResult } from './tasks.ts';
import type { Runner } from './workers.ts';

/** The file about the whole level that takes longest. It is drawn ahead, while the thread of the build makes the walkmeshes and the GLB. */
export const DRAWN_AHEAD: WholeFile = 'plan';

/** Access to packs, for calls that are started ahead. */
export interface KnownPacks {
	hashOf(pack: string): string | undefined;
	value(pack: string): Promise<unknown>;
	/** What pieces depend on besides packs. */
	readonly shared: readonly unknown[];
}

const NOTHING_FOUND = captured(new Report());
const HASH_OF_NOTHING = hashBytes(encode(NOTHING_FOUND));

/**
 * Actions that another thread runs before all their inputs are known. The plan shows findings of making walkmeshes, and there are hardly ever any. So it is
 * drawn as if there were none while this thread makes the walkmeshes. A result counts only when each of its inputs turned out as
 * assumed, so the files are the same as without this.
 */
export class Ahead {
	readonly #results: Promise<readonly CallResult[]>;
	readonly #actions: readonly Action[];
	/** For each pack its assumed hash. */
	readonly #assumed: ReadonlyMap<string, string>;

	private constructor(
		actions: readonly Action[],
		results: Promise<readonly CallResult[]>,
		assumed: ReadonlyMap<string, string>,
	) {
		this.#actions = actions;
		this.#results = results;
		this.#assumed = assumed;
		// A failure is met again, and told, by who runs the action in its turn.
		results.catch(() => undefined);
	}

	/** Starts actions. @returns undefined where there is no thread for them, or an input is neither known nor a pack of findings */
	static async start(
		actions: readonly Action[],
		target: string,
		runner: Runner,
		{ hashOf, value, shared }: KnownPacks,
	): Promise<Ahead | undefined> {
		if (actions.length === 0 || !runner.hasThread) return undefined;
		const values = new Map<string, unknown>();
		const hashes = new Map<string, string>();
		for (const pack of new Set(actions.flatMap(({ inputs }) => inputs))) {
			const hash = hashOf(pack);
			if (hash === undefined && !holdsFindings(pack)) return undefined;
			hashes.set(pack, hash ?? HASH_OF_NOTHING);
			values.set(pack, hash === undefined ? NOTHING_FOUND : detached(await value(pack)));
		}
		const calls = actions.map(({ step, args, inputs }): Call => ({ step, args, packs: inputs }));
		const pieces: PieceKeys = { hashes, shared };
		const results = runner.ahead({ target, calls, values, pieces });
		return results && new Ahead(actions, results, hashes);
	}

	/** The result of an action; undefined when it was not started, could not be made, or an input is not what was assumed. */
	async result(action: Action, hashOf: KnownPacks['hashOf']): Promise<CallResult | undefined> {
		const index = this.#actions.findIndex(({ id }) => id === action.id);
		if (index < 0 || action.inputs.some((pack) => hashOf(pack) !== this.#assumed.get(pack))) return undefined;
		const results = await this.#results.catch(() => undefined);
		return results?.[index];
	}
}
