/** Scripts that let a shell ask this program what can come next. */
import { didYouMean, UsageError } from './usage.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The word that scripts call us with; people do not see it. */
export const COMPLETE = '__complete'

export function completionScript(shell: string): string {
  const script = (SCRIPTS as Partial<Record<string, string>>)[shell]
  if (script === undefined)
    throw new UsageError(
      `<shell> is one of ${SHELLS.join(', ')}, not "${shell}".${didYouMean(shell, SHELLS)}`,
    )
  return script
}

/** Where nothing is known, the shell completes names of files. */
const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `# bash completion of atrium: source <(atrium completion bash)
_atrium() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(atrium ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _atrium atrium
`,
  zsh: `#compdef atrium
# zsh completion of atrium: source <(atrium completion zsh)
_atrium() {
  local -a found shown
  local line value
  found=("\${(@f)$(atrium ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${found[@]}"; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    if [[ "$line" == *$'\\t'* ]]; then
      shown+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    else
      shown+=("\${value//:/\\\\:}")
    fi
  done
  if (( \${#shown} )); then
    _describe -t commands atrium shown
  else
    _files
  fi
}
if [[ "$funcstack[1]" == _atrium ]]; then
  _atrium "$@"
else
  compdef _atrium atrium
fi
`,
  fish: `# fish completion of atrium: atrium completion fish > ~/.config/fish/completions/atrium.fish
function __atrium_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (atrium ${COMPLETE} $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c atrium -f -a '(__atrium_complete)'
`,
}
