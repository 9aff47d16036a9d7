import { readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeFilters } from '../../src/findings/filter.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { slashed } from '../../src/text/paths.ts';
import { jsonText } from '../../src/text/quote.ts';
import { CACHE_FOLDER } from '../cache/places.ts';
import type { LoadedConfig } from '../config/config.ts';
import { type ActionGroup, actionGroups, callsOf, filterFlags } from './batches.ts';
import { type EmitOptions, givenCommand, madeFrom, namesFor, rulesPath, writeRules } from './emit.ts';
import { requireRulePath } from './rule-paths.ts';

/** Rules for build systems that copy the inputs of each action to where it runs: Makeflow and Bazel. */

/**
 * Writes a `build.makeflow`, which Makeflow runs on this machine, on workers of a Work Queue, or on a batch system. Each rule lists all files that it
 * reads and writes, including wokflow itself, so a worker only needs Node.
 *
 * @returns the files, the rules first, as `writeRules` gives them
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for names that Makeflow or a shell could take for something else
 */
export async function emitMakeflow(config: LoadedConfig, options: EmitOptions, report: Report): Promise<OutputFile[]> {
	const path = rulesPath(config, options, 'build.makeflow');
	const { actions, files } = await shippedActions(config, options, { folder: 'makeflow', system: 'Makeflow' }, report);
	const text = [
		`# ${madeFrom(config)}. Make it again when the config, a layout or a scene changes. Run it in this folder.`,
		'',
		...actions.flatMap(makeflowRule),
	].join('\n');
	return writeRules([{ path, bytes: new TextEncoder().encode(text) }, ...files], config, options, report);
}

function makeflowRule({ id, inputs, outputs, command, steps, flags }: EmittedAction): string[] {
	return [`# ${id}`, `${outputs.join(' ')}: ${inputs.join(' ')}`, `\t${[...command, steps, ...flags].join(' ')}`, ''];
}

/**
 * Writes a `BUILD.bazel`, and `wokflow.bzl` with the rule that it uses. Every action is a target of its own, so that Bazel runs it in a sandbox, keeps what
 * it made, and takes from a cache what another machine has made.
 *
 * @returns the files, the rules first, as `writeRules` gives them
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for names that Bazel or a shell could take for something else
 */
export async function emitBazel(config: LoadedConfig, options: EmitOptions, report: Report): Promise<OutputFile[]> {
	const path = rulesPath(config, options, 'BUILD.bazel');
	if (!/^BUILD(?:\.bazel)?$/.test(basename(path)))
		throw new UsageError(`Bazel reads BUILD.bazel or BUILD, not "${basename(path)}". Leave --output away.`);
	const { actions, files } = await shippedActions(config, options, { folder: 'bazel', system: 'Bazel' }, report);
	for (const { inputs, outputs } of actions) for (const each of [...inputs, ...outputs]) acceptLabel(each);
	const targets = new Map<string, string[]>();
	const rules = actions.map((action, index) => bazelRule(action, `step_${index + 1}`));
	for (const { target, outputs } of actions.flatMap((group) => group.actions)) {
		// Packs are intermediate files, so they are not among the goals of the target.
		const made = outputs.filter((output) => !output.endsWith('.pack'));
		targets.set(target, [...(targets.get(target) ?? []), ...made]);
	}
	const goals = [...targets].map(([target, outputs]) => {
		return `filegroup(\n    name = ${JSON.stringify(`wokflow_${target}`)},\n${list('srcs', outputs.map(labelOf))})\n`;
	});
	const text = [
		`# ${madeFrom(config)}. Make it again when the config, a layout or a scene changes.`,
		'load(":wokflow.bzl", "wokflow_steps")',
		'',
		...goals,
		...rules,
	].join('\n');
	const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
	return writeRules(
		[{ path, bytes: encode(text) }, { path: resolve(config.base, 'wokflow.bzl'), bytes: encode(RULE) }, ...files],
		config,
		options,
		report,
	);
}

function bazelRule({ id, inputs, outputs, command, steps, flags }: EmittedAction, name: string): string {
	return [
		`# ${id}`,
		'wokflow_steps(',
		`    name = ${JSON.stringify(name)},`,
		`${list('srcs', inputs.map(labelOf))}${list('outs', outputs)}${list('command', [...command, steps, ...flags])})`,
		'',
	].join('\n');
}

/** Checks a path that becomes a label: Bazel only reads files inside its package. */
function acceptLabel(path: string): void {
	if (!path.split('/').some((part) => part === '..' || part === '.')) return;
	throw new UsageError(`Bazel takes nothing from outside of the folder of the config: ${path}.`);
}

function labelOf(path: string): string {
	return `:${path}`;
}

function list(name: string, values: readonly string[]): string {
	return `    ${name} = [\n${values.map((value) => `        ${JSON.stringify(value)},\n`).join('')}    ],\n`;
}

/**
 * The rule: copies the inputs, which are source files or outputs of other actions, to their paths in a folder of its own, runs the steps there, and
 * copies the outputs back.
 */
const RULE = `# Made by wokflow.
"""Steps of wokflow as actions."""

def _wokflow_steps_impl(ctx):
    here = ctx.label.package + "/" if ctx.label.package else ""
    lines = ["#!/bin/sh", "set -eu", "root=$PWD", "tree=$(mktemp -d \\"$root/wokflow.XXXXXX\\")"]
    folders = {}
    for file in ctx.files.srcs + ctx.outputs.outs:
        path = file.short_path[len(here):]
        folders[path.rpartition("/")[0]] = True
    lines += ["mkdir -p \\"$tree/%s\\"" % folder for folder in folders]
    for file in ctx.files.srcs:
        lines.append("cp -L \\"$root/%s\\" \\"$tree/%s\\"" % (file.path, file.short_path[len(here):]))
    lines += ["cd \\"$tree\\"", " ".join(ctx.attr.command), "cd \\"$root\\""]
    for file in ctx.outputs.outs:
        lines.append("mv \\"$tree/%s\\" \\"$root/%s\\"" % (file.short_path[len(here):], file.path))
    lines.append("rm -r \\"$tree\\"")
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "\\n".join(lines) + "\\n", is_executable = True)
    ctx.actions.run(
        executable = script,
        inputs = ctx.files.srcs,
        outputs = ctx.outputs.outs,
        mnemonic = "Wokflow",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset(ctx.outputs.outs))]

wokflow_steps = rule(
    implementation = _wokflow_steps_impl,
    attrs = {
        "command": attr.string_list(mandatory = True),
        "outs": attr.output_list(mandatory = True),
        "srcs": attr.label_list(allow_files = True),
    },
)
`;

/** An action for a build system. Its steps are in a file, so that no argument is interpreted by a shell. */
interface EmittedAction extends ActionGroup {
	/** Path of the file with its steps, which is one of the inputs. */
	readonly steps: string;
	/** The command, to be followed by the file of steps. */
	readonly command: readonly string[];
	readonly flags: readonly string[];
}

/** Name of the single file that contains all of wokflow and only needs Node. */
const PROGRAM = 'wokflow.cjs';

/**
 * The actions of a config for build systems that copy the inputs of each action to where it runs, and its outputs back. The inputs include wokflow
 * itself, unless the options give the command to run it.
 *
 * @param system name of the folder below the cache folder, and of the build system in messages
 * @returns the actions, and files that they read, to be written before the rules are used
 */
async function shippedActions(
	config: LoadedConfig,
	options: EmitOptions,
	{ folder, system }: { readonly folder: string; readonly system: string },
	report: Report,
): Promise<{ actions: readonly EmittedAction[]; files: readonly OutputFile[] }> {
	const below = posix.join(slashed(config.config.cache ?? CACHE_FOLDER), folder);
	const path = (name: string): string => posix.join(below, name);
	const command = givenCommand(options);
	const { groups } = await actionGroups(config, options, folder, report, { accept: namesFor(system) });
	const program = command === undefined ? [await programFile()] : [];
	const flags = [...(options.strict ? ['--strict'] : []), ...filterFlags(mergeFilters(config.config))];
	const actions = groups.map((group, index): EmittedAction => {
		const steps = path(`steps/${index + 1}.json`);
		const inputs = [...group.inputs, steps, ...program.map(() => path(PROGRAM))];
		for (const each of [...inputs, ...group.outputs]) acceptPath(system, each);
		return {
			...group,
			inputs,
			steps,
			command: [...(command === undefined ? ['node', path(PROGRAM)] : [command]), 'step', 'batch'],
			flags,
		};
	});
	const files = actions.map((action) => ({
		path: resolve(config.base, action.steps),
		bytes: new TextEncoder().encode(`${JSON.stringify(callsOf(action.actions), null, '\t')}\n`),
	}));
	const shipped = program.map((bytes) => ({ path: resolve(config.base, path(PROGRAM)), bytes }));
	return { actions, files: [...files, ...shipped] };
}

/** @throws UsageError for a path that some build system would need in quotes, or take for something else */
function acceptPath(system: string, path: string): void {
	requireRulePath(path, `${system} cannot build`);
	if (/^[\w./-]+$/.test(path)) return;
	throw new UsageError(
		`The path ${jsonText(path)} cannot be built by ${system}: use letters, digits, "_", "-" and "." in it.`,
	);
}

/** The single-file program, which is shipped beside the bundle that contains this code. */
async function programFile(): Promise<Uint8Array> {
	const own = dirname(fileURLToPath(import.meta.url));
	for (const folder of [own, join(own, '..'), join(own, '../../dist')]) {
		const bytes = await readFile(join(folder, PROGRAM)).catch(() => undefined);
		if (bytes !== undefined) return bytes;
	}
	throw new UsageError(
		`There is no ${PROGRAM} beside this wokflow to send along; say how it is run there with --command.`,
	);
}
