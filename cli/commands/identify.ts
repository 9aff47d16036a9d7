import type { Command } from 'commander';
import type { SourceIdentification } from '../../pipeline/inspect.ts';
import { addCommonOptions, type CommonOptions, defined } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';

interface IdentifyFlags extends CommonOptions {
	from?: string;
	evidence?: boolean;
}

export function addIdentifyCommand(program: Command, runCommand: RunCommand): void {
	addCommonOptions(program.command('identify'))
		.description('name the tool that wrote a walkmesh, from its tables, and say what is wrong in it')
		.argument('<file...>', 'binary or ASCII walkmeshes')
		.option('--from <format>', 'format of the input, where name and content do not tell')
		.option('--evidence', 'print what the answer rests on')
		.addHelpText(
			'after',
			`
Examples:
  wokflow identify m01aa_01.wok --evidence
  wokflow identify override/*.wok --json

It knows the game, MDLedit, MDLOps, kotorblender, PyKotor, KotOR.js and wokflow, and says so where it cannot tell.`,
		)
		.action((inputs: string[], flags: IdentifyFlags) =>
			runCommand(flags, (session) => identifyFiles(inputs, flags, session)),
		);
}

async function identifyFiles(inputs: readonly string[], flags: IdentifyFlags, session: Session): Promise<undefined> {
	const [{ identifySource }, { createRegistry }, files] = await Promise.all([
		import('../../pipeline/inspect.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal } = session;
	const registry = createRegistry();
	const answers: SourceIdentification[] = [];
	for (const input of inputs) {
		const source = input === '-' ? await files.standardInput(session.io.stdin) : await files.openFile(input, report);
		const context = { report, surfaces, mappings, signal };
		const answer = await identifySource(source, defined({ format: flags.from }), context, registry);
		if (answer === undefined) continue;
		answers.push(answer);
		if (!session.wantsJson) print(answer, flags.evidence ?? false, session);
	}
	if (session.wantsJson) session.json({ files: answers });
}

function print(answer: SourceIdentification, withEvidence: boolean, { terminal }: Session): void {
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
