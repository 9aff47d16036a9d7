import { basename, resolve } from 'node:path';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import type { LoadedConfig } from '../config/config.ts';
import { type EmitOptions, type EmittedAction, madeFrom, rulesPath, shippedActions, writeRules } from './emit.ts';

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
	const rules = actions.map((action, index) => {
		const own = targets.get(action.target) ?? [];
		targets.set(action.target, own);
		// Packs are intermediate files, so they are not among the goals of the target.
		own.push(...action.outputs.filter((output) => !output.endsWith('.pack')));
		return ruleOf(action, `step_${index + 1}`);
	});
	const goals = [...targets].map(([target, outputs]) => {
		return `filegroup(\n    name = ${quoted(`wokflow_${target}`)},\n${list('srcs', outputs.map(labelOf))})\n`;
	});
	const text = [
		`# ${madeFrom(config)}. Make it anew when the config, a layout or a scene changes.`,
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

function ruleOf({ id, inputs, outputs, command, steps, flags }: EmittedAction, name: string): string {
	return [
		`# ${id}`,
		'wokflow_steps(',
		`    name = ${quoted(name)},`,
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
	return `    ${name} = [\n${values.map((value) => `        ${quoted(value)},\n`).join('')}    ],\n`;
}

function quoted(text: string): string {
	return JSON.stringify(text);
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
