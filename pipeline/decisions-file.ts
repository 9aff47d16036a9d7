import type { Report } from '../src/findings/report.ts';
import type { InputSource } from '../src/formats/contracts.ts';
import { type Decisions, decisionsFileName } from '../src/scene/decisions.ts';
import { jsonText } from '../src/text/quote.ts';
import { BUILD_FINDINGS } from './findings.ts';

/**
 * Reads a file of decisions. @throws InputError for what is none
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * const again = await readDecisions(new TextEncoder().encode(decisionsText(decisions)), report);
 */
export async function readDecisions(bytes: Uint8Array, report: Report): Promise<Decisions> {
	const fail = (problem: string): never => report.fail(BUILD_FINDINGS.DECISIONS_INVALID, {}, { problem });
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (error) {
		return fail((error as Error).message);
	}
	const { decisionsSchema } = await import('./decisions-schema.ts');
	const { data, error } = decisionsSchema.safeParse(value);
	if (data !== undefined) return data as Decisions;
	const [issue] = error?.issues ?? [];
	return fail(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}`);
}

/**
 * The text of a file of decisions, an entry a line.
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * console.log(decisionsText(decisions));
 */
export function decisionsText({ materials, objects, rooms, ...rest }: Decisions): string {
	const { version, scene, frame, sills } = rest;
	const list = (name: string, entries: readonly object[]): string =>
		`\t"${name}": [${entries.map((each) => `\n\t\t${jsonText(each)}`).join(',')}${entries.length === 0 ? '' : '\n\t'}]`;
	const lines = [
		`\t"$schema": "./node_modules/wokflow/schema/decisions.schema.json"`,
		`\t"version": ${version}`,
		`\t"scene": ${jsonText(scene)}`,
		...(frame === undefined ? [] : [`\t"frame": ${jsonText(frame)}`]),
		list('objects', objects),
		list('rooms', rooms),
		list(
			'materials',
			materials.map(({ name, surface, groundOnly, confidence, reason, confirmed }) => ({
				name,
				surface,
				groundOnly,
				confidence,
				reason,
				confirmed,
			})),
		),
		...(sills === undefined ? [] : [`\t"sills": ${jsonText(sills)}`]),
	];
	return `{\n${lines.join(',\n')}\n}\n`;
}

/** The decisions that lie beside a scene; undefined where there are none. @throws InputError for a file that is none of ours */
export async function decisionsBeside(
	source: Pick<InputSource, 'fileName' | 'sibling'>,
	report: Report,
): Promise<Decisions | undefined> {
	const file = decisionsFileName(source.fileName);
	const bytes = await source.sibling?.(file).catch(() => undefined);
	if (bytes === undefined) return undefined;
	const within = report.within({ file });
	const decisions = await readDecisions(bytes, within);
	if (decisions.scene === source.fileName) return decisions;
	within.add(BUILD_FINDINGS.DECISIONS_OF_OTHER, {}, { scene: decisions.scene });
	return undefined;
}
