# clause: mu_torere/end; stops at a variable that is not set, when it is to leave the putahi
set -u
P=(w w w w b b b b o)  # kewai clockwise from the top left, then the putahi

show() {
    printf '%s-%s-%s\n|\\|/|\n%s-%s-%s\n|/|\\|\n%s-%s-%s\n' \
        "${P[@]:0:3}" "${P[7]}" "${P[8]}" "${P[3]}" "${P[6]}" "${P[5]}" "${P[4]}"
}

hole() {
    local line=${P[*]}
    line=${line// /}
    line=${line%o*}
    hole=${#line}
}

legal() {  # sets n to the first stone of colour $1 that may move; fails when there is none
    hole
    for n in 5 6 3 0 1 2 7 4 8; do
        local left=$(( (n + 7) % 8 )) right=$(( (n + 1) % 8 ))
        [[ ${P[n]} == "$1" ]] || continue
        ((n == 8 || left == hole || right == hole)) && return
        ((hole == 8)) && [[ ${P[left]}${P[right]} == *"$2"* ]] && return
    done
    return 1
}

slide() {
    hole
    P[hole]=${P[$1]}
    P[$1]=o
    show
}

nodes=(- 0 1 2 7 8 3 6 5 4)
show
while legal b w; do
    read -r number || break
    slide "${nodes[number]}"
    legal w b
    if ((n == 8)); then slide "$stone"; else slide "$n"; fi
done
