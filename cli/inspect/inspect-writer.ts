import type { SourceIdentification } from '../../jobs/inspect.ts';
import { READ_OPTIONS, ROOM_FOLDER_OPTION } from '../../pipeline/options.ts';
import { flag, given } from '../../src/findings/options.ts';
import { InputError } from '../../src/findings/report.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import type { Session } from '../shared/session.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Options of `wokflow inspect --writer`. */
export const WRITER_OPTIONS = {
	writer: flag('Name the tool that wrote each walkmesh, from its tables, instead.', false),
	evidence: flag('With --writer: print what the answer rests on.', false),
};

type WriterSession = Session<
	typeof WRITER_OPTIONS & typeof ROOM_FOLDER_OPTION & typeof ROOM_LIMIT_OPTIONS & Pick<typeof READ_OPTIONS, 'from'>
>;

/** `wokflow inspect --writer FILE…`. */
export async function inspectWriter(session: WriterSession): Promise<undefined> {
	const { words, options, registry, context, report } = session;
	const [{ identifySource }, { expandInputs }] = await Promise.all([
		import('../../jobs/inspect.ts'),
		import('../../jobs/files/inputs.ts'),
	]);
	const answers: SourceIdentification[] = [];
	const inputs = await expandInputs(words, registry, report, {
		walkmeshesOnly: true,
		...given({ ...ROOM_FOLDER_OPTION, ...ROOM_LIMIT_OPTIONS }, options),
	});
	for (const [index, { path }] of inputs.entries()) {
		session.terminal.progress.show(`identifying ${path}`, index, inputs.length);
		try {
			const source = await session.open(path);
			const answer = await identifySource(source, given({ from: READ_OPTIONS.from }, options), context, registry);
			if (answer === undefined) continue;
			answers.push(answer);
			if (!session.wantsJson) print(answer, options.evidence ?? false, session.terminal);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			// The other files are looked at all the same.
			report.push(error.finding);
		}
	}
	if (session.wantsJson) session.json({ files: answers });
	return undefined;
}

function print(answer: SourceIdentification, withEvidence: boolean, terminal: Terminal): void {
	const strong = (text: string): string => terminal.paintResult('bold', text);
	if (answer.format === 'ascii') {
		for (const { name, dialect } of answer.walkmeshes) {
			const whose =
				dialect === 'engine'
					? 'ASCII of the plain form, which several tools write'
					: `ASCII as ${TEXT_TOOLS[dialect] ?? dialect} writes it`;
			terminal.result(`${answer.file}: ${strong(whose)}${answer.walkmeshes.length > 1 ? ` (${name})` : ''}`);
		}
		return;
	}
	terminal.result(`${answer.file}: ${strong(verdictOf(answer))}`);
	if (!withEvidence) return;
	for (const sentence of answer.evidence) terminal.result(`  ${sentence}`);
	for (const { name, fit } of answer.candidates)
		terminal.result(`  ${String(Math.round(fit * 100)).padStart(3)} % ${name}`);
}

/** Dialects by the names of the tools. */
const TEXT_TOOLS: Readonly<Record<string, string>> = {
	nwmax: 'NWmax',
	mdlops: 'MDLOps',
	mdledit: 'MDLedit',
	kotormax: 'KOTORMax',
	kotorjs: 'KotOR.js',
	pykotor: 'PyKotor',
};

const SURE = { high: '', medium: 'probably ', low: 'perhaps ' } as const;

function verdictOf({ name, confidence, candidates }: Extract<SourceIdentification, { format: 'bwm' }>): string {
	if (name !== undefined && confidence !== 'none') return `${SURE[confidence]}${name}`;
	const few = candidates.slice(0, 4).map((each) => each.name);
	return few.length === 0 ? 'cannot tell' : `cannot tell; fits ${few.join(', ')}`;
}
