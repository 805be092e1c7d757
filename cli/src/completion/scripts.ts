/**
 * The shell scripts that complete the words of `postseal`. The scripts ask the program for each word, so that they
 * stay correct after an upgrade. `completion words -- …` prints one word per line, followed by a tab and its
 * description.
 */
export const completionScripts: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `# Completion of postseal for bash: source <(postseal completion bash)
_postseal() {
  local line typed before words
  line=\${COMP_LINE:0:COMP_POINT}
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  typed=\${words[-1]}
  # Bash takes what stands behind = and : for a word of its own.
  before=\${typed%"\${typed##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    COMPREPLY+=("\${line#"$before"}")
  done < <("\${words[0]}" completion words -- "\${words[@]:1}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _postseal postseal
`,
  ],
  [
    'zsh',
    `#compdef postseal
# Completion of postseal for zsh: source <(postseal completion zsh), behind compinit
_postseal() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then
    _describe 'postseal' found
  else
    _files
  fi
}
if [[ $funcstack[1] == _postseal ]]; then
  _postseal "$@"
else
  compdef _postseal postseal
fi
`,
  ],
  [
    'fish',
    `# Completion of postseal for fish: postseal completion fish | source
function __postseal_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
    set -l found ($words[1] completion words -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline --current-token)
    end
end
complete --command postseal --no-files --arguments '(__postseal_complete)'
`,
  ],
])
