import type { Report } from '../../src/findings/index.ts';
import { shorten } from './characters.ts';

/** Statements that say nothing of the shape: texture and normal vectors, smoothing, display, materials of other kinds. */
const MEANINGLESS = new Set(
	'vt vn s mg usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ctech stech'.split(' '),
);

/** Free-form curves and surfaces, also those of the format's second version. */
const FREE_FORM = new Set(
	'vp cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con bsp bzp cdc cdp res'.split(' '),
);

/** Statements that run other files or programs. */
const CALLS = new Set(['call', 'csh']);

/** Different unknown keywords that are named; further ones are counted together. */
const NAMED = 20;

interface Seen {
	count: number;
	readonly line: number;
}

/** Counts the statements that are passed over, and says so at the end, once for each keyword. */
export class OtherStatements {
	readonly #unknown = new Map<string, Seen>();
	readonly #freeForm = new Map<string, Seen>();
	readonly #calls = new Map<string, Seen>();
	#more: Seen | undefined;

	add(keyword: string, line: number): void {
		if (MEANINGLESS.has(keyword)) return;
		if (FREE_FORM.has(keyword)) count(this.#freeForm, keyword, line);
		else if (CALLS.has(keyword)) count(this.#calls, keyword, line);
		else if (this.#unknown.size < NAMED || this.#unknown.has(keyword)) count(this.#unknown, keyword, line);
		else if (this.#more === undefined) this.#more = { count: 1, line };
		else this.#more.count++;
	}

	report(report: Report): void {
		if (this.#freeForm.size > 0) {
			const keywords = [...this.#freeForm.keys()].join(', ');
			let total = 0;
			for (const seen of this.#freeForm.values()) total += seen.count;
			const [first] = this.#freeForm.values();
			report.add('OBJ_FREE_FORM_IGNORED', { line: first.line }, { count: total, keywords });
		}
		for (const [keyword, seen] of this.#calls) {
			report.add('OBJ_CALL_IGNORED', { line: seen.line }, { keyword, count: seen.count });
		}
		for (const [keyword, seen] of this.#unknown) {
			report.add('OBJ_KEYWORD_UNKNOWN', { line: seen.line }, { keyword: shorten(keyword), count: seen.count });
		}
		if (this.#more !== undefined) {
			report.add('OBJ_KEYWORD_UNKNOWN', { line: this.#more.line }, { count: this.#more.count });
		}
	}
}

function count(map: Map<string, Seen>, keyword: string, line: number): void {
	const seen = map.get(keyword);
	if (seen === undefined) map.set(keyword, { count: 1, line });
	else seen.count++;
}
